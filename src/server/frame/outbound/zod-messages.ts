import { en } from 'zod/locales';
import * as z from 'zod/mini';

// zod/mini comes without error messages. Modules that send or log validation errors import this file.
z.config(en());

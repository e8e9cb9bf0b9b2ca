import { en } from 'zod/locales';
import * as z from 'zod/mini';

// The small build of the schemas' library comes without words: whoever sends or logs what is wrong imports this file.
z.config(en());

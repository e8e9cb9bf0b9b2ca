import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/frame/db/schema/schema.ts',
  out: './drizzle/migrations',
});

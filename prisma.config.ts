import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';
import { loadEnvFile, readConfig } from './src/config.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Prisma 7 does not read .env.
for (const [name, value] of loadEnvFile(here('.env')).settings) process.env[name] ??= value;

// Prisma's own engine is a download from a host that closed networks don't reach. This one is installed.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ||= here('prisma/schema-engine.mjs');

const { DATABASE_URL, DATA_DIR } = readConfig(process.env);

/** Placeholder for the embedded database; prisma/schema-engine.mjs recognizes it. */
const embedded = `postgresql://embedded/catalog?dataDir=${encodeURIComponent(resolve(DATA_DIR))}`;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'node dist/catalog.js seed' },
  datasource: { url: DATABASE_URL || embedded },
});

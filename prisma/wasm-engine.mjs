// Prisma's migration engine as WebAssembly, for Prisma's command line. The catalog itself applies migrations without
// it (src/db/migrations/migrate.ts).
import { readFile } from 'node:fs/promises';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';

const bindings = '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * Runs work with the engine over a driver; its connections are closed when the work is done.
 *
 * @param adapter a driver's factory that also makes shadow databases
 * @param datamodels pairs of a path and the schema that is in it
 * @throws Error with the engine's text, and its code (P1001, P3018 …) where it has one
 */
export async function withSchemaEngine(adapter, work, datamodels) {
  const { SchemaEngine } = await load();
  const opened = [];
  // The engine leaves its connections to its caller.
  const factory = bindMigrationAwareSqlAdapterFactory({
    ...adapter,
    connect: async () => {
      const connection = await adapter.connect();
      opened.push(connection);
      return connection;
    },
  });
  try {
    const engine = await SchemaEngine.new(
      { datamodels: datamodels?.length ? datamodels : undefined },
      () => {},
      factory,
    );
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    for (const connection of opened) await connection.dispose();
  }
}

/** Node 20 can't import a `.wasm` file, which is all that the package's own entry does. */
async function load() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: panicked };
  const glue = await import(bindings);
  const file = new URL('schema_engine_bg.wasm', import.meta.resolve(bindings));
  const { instance } = await WebAssembly.instantiate(await readFile(file), { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

/** A panic ends the process whatever is done here; so at least it says why, where it would say "unreachable". */
function panicked(message) {
  throw new Error(`Prisma's schema engine failed: ${message}`);
}

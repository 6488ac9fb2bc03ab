// Prisma's migration engine as WebAssembly, for Prisma's CLI only. The catalog itself applies migrations without it
// (src/db/migrations/migrate.ts).
import { readFile } from 'node:fs/promises';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';

const bindings = '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * Runs work with the engine on a driver. Closes the driver's connections afterwards.
 *
 * @param adapter a driver's factory, also for shadow databases
 * @param datamodels pairs of a schema file's path and its content
 * @throws Error with the engine's message and, if it has one, its code (P1001, P3018 …)
 */
export async function withSchemaEngine(adapter, work, datamodels) {
  const { SchemaEngine } = await load();
  const opened = [];
  // The engine does not close its connections.
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

/** Loads the engine without the package's own entry, which imports a `.wasm` file: Node 20 can't do that. */
async function load() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: throwPanic };
  const glue = await import(bindings);
  const file = new URL('schema_engine_bg.wasm', import.meta.resolve(bindings));
  const { instance } = await WebAssembly.instantiate(await readFile(file), { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

/** Throws the panic's message. Otherwise the process would end with "unreachable" only. */
function throwPanic(message) {
  throw new Error(`Prisma's schema engine failed: ${message}`);
}

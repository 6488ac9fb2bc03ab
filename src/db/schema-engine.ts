import { readFile } from 'node:fs/promises';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { MigrationAdapter } from './migration-target.js';

export type { SchemaEngine };

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
interface Exports {
  __wbindgen_start(): void;
}

/** TypeScript knows it as a part of the browser only. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Exports } }>;
};

const bindings = '@prisma/schema-engine-wasm/schema_engine_bg';
const everything = { externalTables: [], externalEnums: [] };

/** The filter of Prisma's calls: no table and no enum is somebody else's. */
export const noFilters = () => ({ filters: everything });

let loading: Promise<Bindings> | undefined;

/**
 * Runs work with Prisma's migration engine over a driver; its connections are closed when the work is done.
 *
 * @throws Error with the engine's text, and its code (P1001, P3018 …) where it has one
 */
export async function withSchemaEngine<T>(
  adapter: MigrationAdapter,
  work: (engine: SchemaEngine) => Promise<T>,
  datamodels?: [path: string, content: string][],
): Promise<T> {
  loading ??= load();
  const { SchemaEngine } = await loading;
  const opened: { dispose(): Promise<void> }[] = [];
  // The engine leaves its connections to its caller.
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    connectToShadowDb: () => adapter.connectToShadowDb(),
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
async function load(): Promise<Bindings> {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: panicked } });
  const glue = (await import(bindings)) as Bindings & { __wbg_set_wasm(exports: Exports): void };
  const file = new URL('schema_engine_bg.wasm', import.meta.resolve(bindings));
  const { instance } = await WebAssembly.instantiate(await readFile(file), { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

/** A panic ends the process whatever is done here; so at least it says why, where it would say "unreachable". */
function panicked(message: string): never {
  throw new Error(`Prisma's schema engine failed: ${message}`);
}

import type { Catalog } from '../startup/open-catalog.js';
import type { Dependencies } from './dependencies.js';
import { warnOfIgnoredSettings } from './warnings.js';

/** Opens the catalog for one piece of work and closes it afterwards. */
export async function withCatalog(
  deps: Dependencies,
  work: (catalog: Catalog) => Promise<void>,
): Promise<void> {
  const config = deps.config();
  const log = deps.log(config, 'stderr');
  warnOfIgnoredSettings(deps, log);
  const catalog = await deps.openCatalog(config, { log });
  try {
    await work(catalog);
  } finally {
    await catalog.close();
  }
}

import type { Database } from '../../db/database.js';
import type { Query } from '../../db/query.js';
import { readCountedTo, wrongCounts } from '../../search/counts/fill-store.js';
import {
  countDocuments,
  differentDocuments,
  sampleEntities,
  sampleTagged,
} from '../../search/documents/check-store.js';
import { hasNamesIndex } from '../../search/documents/names-index-store.js';
import { fillState } from '../../search/documents/rebuild-store.js';
import { wronglyCounted } from '../../search/documents/recount-store.js';
import { namesIndexFix, noNamesIndex } from '../../startup/names-index.js';
import { storedAspects } from '../../stored-aspects.js';
import { error, type Finding, ok, warning } from './finding.js';

/** Maximum number of entities whose documents and tags are compared with their sources. */
const sampleSize = 1_000;
/** Maximum number of these whose aspects are in memory at the same time. */
const batchSize = 50;

const reindex = 'run `catalog reindex`; the service can continue';

/** Checks whether searches find what is stored, on one snapshot of the database. */
export const searchFindings = (db: Database): Promise<Finding[]> =>
  db.snapshot(
    async (query) => [
      ...(await documentFindings(query)),
      await tagFinding(query),
      await countFinding(query),
      (await hasNamesIndex(query))
        ? ok('search', 'parts of names are found by an index')
        : warning('search', noNamesIndex, namesIndexFix),
    ],
    new AbortController().signal,
  );

async function documentFindings(query: Query): Promise<Finding[]> {
  const { filledTo, done, total } = await fillState(query);
  const { documents, missing, hidden, orphans } = await countDocuments(query);
  const found: Finding[] = [];
  if (hidden > 0)
    found.push(error('search', `${hidden} documents are of types that are not searchable`, reindex));
  if (orphans > 0)
    found.push(error('search', `${orphans} documents and counts are of entities that do not exist`, reindex));
  if (filledTo !== null)
    return [
      ...found,
      warning(
        'search',
        `documents are written for ${done} of ${total} entities so far, so searches are incomplete`,
        'a running service writes the rest in the background; start one, or run `catalog reindex`',
      ),
    ];
  if (missing > 0) found.push(error('search', `${missing} entities have no search document`, reindex));
  const urns = await sampleEntities(query, sampleSize);
  const different: string[] = [];
  for (let from = 0; from < urns.length; from += batchSize)
    different.push(
      ...(await differentDocuments({ query, aspects: storedAspects }, urns.slice(from, from + batchSize))),
    );
  if (different.length > 0) {
    const text = `${different.length} of ${urns.length} search documents differ from their entities, such as ${different[0]}`;
    found.push(error('search', text, reindex));
  }
  return found.length > 0
    ? found
    : [
        ok(
          'search',
          `${documents} search documents, and ${urns.length} of them compared with their entities`,
        ),
      ];
}

async function tagFinding(query: Query): Promise<Finding> {
  const urns = await sampleTagged(query, sampleSize);
  const [first, ...others] = await wronglyCounted(query, urns);
  if (first === undefined) return ok('search', `the tags of ${urns.length} entities are counted correctly`);
  const text = `the tags of ${others.length + 1} of ${urns.length} entities are counted incorrectly, such as ${first}`;
  return error('search', text, reindex);
}

async function countFinding(query: Query): Promise<Finding> {
  if ((await readCountedTo(query)) !== null)
    return warning(
      'search',
      'not all entities are counted yet, so totals and facets take longer',
      'a running service counts the rest in the background; start one, or run `catalog reindex`',
    );
  const wrong = await wrongCounts(query);
  return wrong === 0
    ? ok('search', 'the counts of values are those of the entities')
    : error('search', `${wrong} counts of values differ from the entities`, reindex);
}

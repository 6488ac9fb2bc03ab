import { post } from '../catalog.js';
import { datasetRows, datasetUrn } from '../data.js';
import type { Environment } from '../environment.js';
import { latencies, type Row } from '../measure.js';

/** Places of a batch. */
const batchSize = 1_000;

/** What stewards' edits of elements take beside those of tags: each call changes what no call has changed before. */
export async function edits(environment: Environment, times: number): Promise<Row[]> {
  const batches = Math.ceil(times / 10);
  const datasets = Math.max(times + 10, batchSize);
  const catalog = await environment.catalogOn('edits', datasetRows(datasets));
  const token = catalog.tokens[0]!;
  const write = (urns: readonly string[]) =>
    post(catalog.url, token, '/aspects?action=ingestProposalBatch', {
      proposals: urns.map((entityUrn) => ({
        ...{ changeType: 'UPSERT', entityType: entityUrn.split(':')[2], entityUrn, aspectName: 'status' },
        aspect: { contentType: 'application/json', value: '{"removed": false}' },
      })),
    });
  const named = (type: string, n: number) => `urn:li:${type}:bench${n}`;
  for (let n = 0; n < batches + 10; n += 1)
    await write(['tag', 'corpuser', 'glossaryTerm'].map((type) => named(type, n)));

  const call = async (name: string, input: object) => {
    const type = name[0]!.toUpperCase() + name.slice(1);
    const { errors } = await post(catalog.url, token, '/api/graphql', {
      query: `mutation ($input: ${type}Input!) { ${name}(input: $input) }`,
      variables: { input },
    });
    if (errors) throw new Error(JSON.stringify(errors));
  };
  const resources = Array.from({ length: batchSize }, (_, n) => ({ resourceUrn: datasetUrn(n) }));
  const owners = (n: number) => [{ ownerUrn: named('corpuser', n), ownerEntityType: 'CORP_USER' }];
  const counter = () => {
    let next = 0;
    return () => next++;
  };

  const works = (on: (n: number) => { kind: 'single' | 'batch'; what: number; places: object }) => {
    const [tag, owner, term] = [counter(), counter(), counter()];
    const name = (single: string, batch: string, kind: string) => (kind === 'single' ? single : batch);
    return {
      addTags: () => {
        const { kind, what, places } = on(tag());
        return call(name('addTags', 'batchAddTags', kind), { tagUrns: [named('tag', what)], ...places });
      },
      addOwners: () => {
        const { kind, what, places } = on(owner());
        return call(name('addOwners', 'batchAddOwners', kind), { owners: owners(what), ...places });
      },
      addTerms: () => {
        const { kind, what, places } = on(term());
        return call(name('addTerms', 'batchAddTerms', kind), {
          termUrns: [named('glossaryTerm', what)],
          ...places,
        });
      },
    };
  };
  const single = await latencies(
    works((n) => ({ kind: 'single', what: 0, places: { resourceUrn: datasetUrn(n) } })),
    times,
  );
  const batch = await latencies(
    works((n) => ({ kind: 'batch', what: n + 1, places: { resources } })),
    batches,
  );
  const round = (ms: number) => Math.round(10 * ms) / 10;
  return Object.entries({ 'one dataset': single, [`${batchSize.toLocaleString('en')} datasets`]: batch }).map(
    ([work, ms]) => ({
      work: `W10 edits of ${work}`,
      'addTags, p50 ms': round(ms.addTags!),
      'addOwners, p50 ms': round(ms.addOwners!),
      'addTerms, p50 ms': round(ms.addTerms!),
      'owners take': `${(ms.addOwners! / ms.addTags!).toFixed(2)} ×`,
      'terms take': `${(ms.addTerms! / ms.addTags!).toFixed(2)} ×`,
    }),
  );
}

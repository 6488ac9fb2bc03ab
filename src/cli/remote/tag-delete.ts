import { graphql, type ResultOf } from '../../client/documents.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { type Call, confirm } from './command.js';
import { plain } from './output.js';
import { noTag } from './tag-model.js';

const placesDocument = graphql(`
  query ($urn: String!, $count: Int!) {
    tag(urn: $urn) {
      associations(count: $count) {
        total
        declaredTotal
        results {
          entity {
            urn
          }
          fieldPath
          declared
        }
      }
    }
  }
`);

type Places = NonNullable<ResultOf<typeof placesDocument>['tag']>['associations'];

const shown = 20;

/** Deletes a tag. Unless the answer is given, shows what has the tag and asks. */
export async function deleteTag(
  { catalog, out }: Call,
  urn: string,
  yes: boolean | undefined,
  deps: Dependencies,
) {
  if (!yes) for (const line of hitList(urn, await findPlaces(catalog, urn))) deps.info(plain(line));
  await confirm(deps, yes, `Delete ${urn}, and take it off everything that has it?`);
  await catalog.graphql(graphql('mutation ($urn: String!) { deleteTag(urn: $urn) }'), { urn }, [
    'MANAGE_TAGS',
    'DELETE_ENTITY',
  ]);
  out.done(`Deleted ${urn}.`, urn, { urn });
}

async function findPlaces(catalog: Client, urn: string): Promise<Places> {
  const { tag } = await catalog.graphql(placesDocument, { urn, count: shown });
  if (tag === null) throw noTag(urn);
  return tag.associations;
}

function hitList(urn: string, { total, declaredTotal, results }: Places): string[] {
  if (total === 0) return [`Nothing has ${urn}.`];
  const staying = declaredTotal > 0 ? `. It stays where ingested schemas declare it (${declaredTotal})` : '';
  return [
    `${total} ${total === 1 ? 'entity or column has' : 'entities and columns have'} ${urn}${staying}:`,
    ...results.map(
      ({ entity, fieldPath, declared }) =>
        `  ${entity.urn}${fieldPath === null ? '' : `, column ${fieldPath}`}${declared ? ' (stays)' : ''}`,
    ),
    ...(total > results.length ? [`  … and ${total - results.length} more`] : []),
  ];
}

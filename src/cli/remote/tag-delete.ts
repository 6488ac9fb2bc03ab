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

/** Deletes a tag. Unless confirmation is given, shows the places that have the tag and asks. */
export async function deleteTag(
  { catalog, out }: Call,
  urn: string,
  yes: boolean | undefined,
  deps: Dependencies,
) {
  if (!yes) for (const line of hitList(urn, await findPlaces(catalog, urn))) deps.info(plain(line));
  await confirm(deps, yes, `Delete ${urn}, and remove it from all entities and columns?`);
  await catalog.graphql(graphql('mutation ($urn: String!) { deleteTag(urn: $urn) }'), { urn }, [
    'MANAGE_TAGS',
    'DELETE_ENTITY',
  ]);
  out.done(`Deleted ${urn}.`, urn, { urn });
}

export async function restoreTag({ catalog, out }: Call, urn: string) {
  await catalog.graphql(graphql('mutation ($urn: String!) { restoreTag(urn: $urn) }'), { urn }, [
    'MANAGE_TAGS',
  ]);
  out.done(`Restored ${urn}.`, urn, { urn });
}

async function findPlaces(catalog: Client, urn: string): Promise<Places> {
  const { tag } = await catalog.graphql(placesDocument, { urn, count: shown });
  if (tag === null) throw noTag(urn);
  return tag.associations;
}

function hitList(urn: string, { total, declaredTotal, results }: Places): string[] {
  if (total === 0) return [`No entity or column has ${urn}.`];
  const staying = declaredTotal > 0 ? `. It remains in ingested schemas (${declaredTotal})` : '';
  return [
    `${total} ${total === 1 ? 'entity or column has' : 'entities and columns have'} ${urn}${staying}:`,
    ...results.map(
      ({ entity, fieldPath, declared }) =>
        `  ${entity.urn}${fieldPath === null ? '' : `, column ${fieldPath}`}${declared ? ' (remains)' : ''}`,
    ),
    ...(total > results.length ? [`  … and ${total - results.length} more`] : []),
  ];
}

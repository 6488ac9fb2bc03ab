import type { Command } from 'commander';
import { graphql } from '../../client/documents.js';
import { entityName, type Named, namedEntity } from '../../client/named-entity.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { columnColumns, findColumn, type Reference, readColumns } from './columns.js';
import type { Call } from './command.js';
import { noEntity, resolveWithColumn } from './entity-name.js';
import type { Columns } from './output.js';
import { addTo } from './remote-command.js';
import { foundFragment, platformOf, typeOf } from './search-model.js';

/** Returns the fields that have a value. */
const filled = <T>(item: T, all: Columns<T>): Columns<T> =>
  Object.fromEntries(
    Object.entries(all).filter(([, field]) => {
      const cell = field(item);
      return (
        cell !== null && cell !== undefined && cell !== '' && !(Array.isArray(cell) && cell.length === 0)
      );
    }),
  );

export function showCommand(program: Command, deps: Dependencies): void {
  const add = addTo(program, deps);
  add('show <entity>', 'show an entity with its columns, tags, owners and container', [
    'catalog show fct_users_created',
    'catalog show hive:fct_users_created --json',
    'catalog show "fct_users_created#user_name"',
    'catalog show "urn:li:dataset:(urn:li:dataPlatform:kafka,user_events,PROD)" --wide',
  ])
    .wide()
    .notes('<entity> is a URN or an unambiguous name; <dataset>#<column> shows one column.')
    .run(show);
}

async function show({ catalog, out, deps }: Call, text: string): Promise<void> {
  const { urn, column } = await resolveWithColumn(catalog, text);
  const names = out.isTerminal;
  if (column !== null) {
    const found = findColumn(await readColumns(catalog, urn), column);
    return out.one(
      { dataset: urn, ...found },
      { dataset: () => urn, ...filled(found, columnColumns(names)) },
    );
  }
  const shown = await readEntity(catalog, urn);
  out.one(shown, filled(shown, shownFields(names)));
  if (shown.columns.length === 0 || out.isJson) return;
  if (names) deps.print('');
  // In a pipe, each line begins with the name of its field.
  await out.list(
    shown.columns,
    names ? columnColumns(true) : { '': () => 'column', ...columnColumns(false) },
  );
}

const document = graphql(
  `
    query ($urn: String!) {
      entity(urn: $urn) {
        ...Found
        removed
        deprecated
        owners {
          ...NamedEntity
        }
        domains {
          ...NamedEntity
        }
        terms {
          ...NamedEntity
        }
        facts(fields: ["entityTags", "externalUrl"]) {
          values {
            value
            entity {
              ...NamedEntity
            }
          }
        }
        ... on Asset {
          subTypes {
            typeNames
          }
          deprecation {
            note
          }
          parentContainers {
            containers {
              ...NamedEntity
            }
          }
        }
        ... on Dataset {
          origin
        }
      }
    }
  `,
  [foundFragment, namedEntity],
);

/** What only some types have. */
interface OfSomeTypes {
  readonly subTypes?: { readonly typeNames: readonly string[] | null } | null;
  readonly deprecation?: { readonly note: string | null } | null;
  readonly parentContainers?: { readonly containers: readonly Named[] } | null;
  readonly origin?: string;
}

/** An entity with the metadata that most people look for. */
async function readEntity(catalog: Client, urn: string) {
  const { entity } = await catalog.graphql(document, { urn });
  if (entity === null) throw noEntity(urn);
  const { subTypes, deprecation, parentContainers, origin } = entity as OfSomeTypes;
  const [tags, addresses] = (entity.facts ?? []).map(({ values }) => values);
  return {
    urn,
    type: typeOf(entity),
    name: entityName(entity),
    platform: platformOf(entity),
    subTypes: subTypes?.typeNames ?? [],
    environment: origin ?? null,
    description: entity.description,
    removed: entity.removed,
    deprecated: entity.deprecated,
    deprecationNote: deprecation?.note || null,
    containers: (parentContainers?.containers ?? []).map(toReference).reverse(),
    domains: entity.domains.map(toReference),
    owners: entity.owners.map(toReference),
    tags: (tags ?? []).map(({ value, entity: tag }) => toReference(tag ?? { urn: value })),
    glossaryTerms: entity.terms.map(toReference),
    externalUrl: addresses?.[0]?.value ?? null,
    columns: typeOf(entity) === 'dataset' ? await readColumns(catalog, urn) : [],
  };
}

const toReference = (entity: Named): Reference => ({ urn: entity.urn, name: entityName(entity) });

type Shown = Awaited<ReturnType<typeof readEntity>>;

/** @param names whether people read it, who know names rather than URNs */
function shownFields(names: boolean): Columns<Shown> {
  const list = (references: readonly Reference[]) => references.map(({ urn, name }) => (names ? name : urn));
  return {
    name: ({ name }) => name,
    urn: ({ urn }) => urn,
    type: ({ type, subTypes }) => [type, ...subTypes],
    platform: ({ platform }) => platform,
    environment: ({ environment }) => environment,
    container: ({ containers }) => (names ? list(containers).join(' / ') : containers.at(-1)?.urn),
    domain: ({ domains }) => list(domains),
    owners: ({ owners }) => list(owners),
    tags: ({ tags }) => list(tags),
    terms: ({ glossaryTerms }) => list(glossaryTerms),
    deprecated: ({ deprecated, deprecationNote }) => (deprecated ? (deprecationNote ?? true) : null),
    removed: ({ removed }) => removed || null,
    address: ({ externalUrl }) => externalUrl,
    description: ({ description }) => description,
  };
}

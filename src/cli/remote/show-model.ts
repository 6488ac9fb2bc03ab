import { graphql, type ResultOf } from '../../client/documents.js';
import { entityName, type Named, namedEntity } from '../../client/named-entity.js';
import { urnName } from '../../client/urn-name.js';
import type { Client } from './client.js';
import { type Reference, readColumns } from './columns.js';
import { noEntity } from './entity-name.js';
import type { Columns } from './output.js';
import { foundFragment, nameOf, platformOf, typeOf } from './search-model.js';

const document = graphql(
  `
    query ($urn: String!) {
      entity(urn: $urn) {
        ...Found
        ... on Asset {
          subTypes {
            typeNames
          }
          deprecation {
            note
          }
          container {
            ...NamedEntity
            container {
              ...NamedEntity
              container {
                ...NamedEntity
                container {
                  ...NamedEntity
                }
              }
            }
          }
        }
        ... on Dataset {
          origin
        }
        facts(
          fields: [
            "removed"
            "deprecated"
            "description"
            "owners"
            "domains"
            "glossaryTerms"
            "entityTags"
            "externalUrl"
          ]
        ) {
          field
          values {
            value
            entity {
              ...NamedEntity
            }
          }
        }
      }
    }
  `,
  [foundFragment, namedEntity],
);

type Entity = NonNullable<ResultOf<typeof document>['entity']>;
type Facts = NonNullable<Entity['facts']>;

interface Containers extends Named {
  readonly container?: Containers | null;
}

/** What the types of entities have in common, and what some of them have. */
interface AnyEntity extends Named {
  readonly description?: string | null;
  readonly subTypes?: { readonly typeNames: readonly string[] | null } | null;
  readonly deprecation?: { readonly note: string | null } | null;
  readonly container?: Containers | null;
  readonly origin?: string;
}

/** An entity with the metadata that most people look for. */
export async function readEntity(catalog: Client, urn: string) {
  const { entity } = await catalog.graphql(document, { urn });
  if (entity === null) throw noEntity(urn);
  const any: AnyEntity = entity as AnyEntity;
  const facts = readFacts(entity.facts ?? []);
  return {
    urn,
    type: typeOf(entity),
    name: nameOf(any),
    platform: platformOf(any),
    subTypes: any.subTypes?.typeNames ?? [],
    environment: any.origin ?? null,
    description: any.description || facts.text('description'),
    removed: facts.text('removed') === 'true',
    deprecated: facts.text('deprecated') === 'true',
    deprecationNote: any.deprecation?.note || null,
    containers: containerPath(any),
    domains: facts.references('domains'),
    owners: facts.references('owners'),
    tags: facts.references('entityTags'),
    glossaryTerms: facts.references('glossaryTerms'),
    externalUrl: facts.text('externalUrl'),
    columns: typeOf(entity) === 'dataset' ? await readColumns(catalog, urn) : [],
  };
}

type Shown = Awaited<ReturnType<typeof readEntity>>;

function readFacts(facts: Facts) {
  const find = (field: string) => facts.find((fact) => fact.field === field)?.values ?? [];
  return {
    text: (field: string): string | null => find(field)[0]?.value ?? null,
    references: (field: string): Reference[] =>
      find(field).map(({ value, entity }) => ({
        urn: value,
        name: entity ? entityName(entity as Named) : urnName(value),
      })),
  };
}

/** Returns the containers of an entity, the outermost first. */
function containerPath({ container }: AnyEntity): Reference[] {
  const path: Reference[] = [];
  for (let next = container; next; next = next.container)
    path.unshift({ urn: next.urn, name: entityName(next) });
  return path;
}

/** @param names whether people read it, who know names rather than URNs */
export function shownFields(names: boolean): Columns<Shown> {
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

import { Fact, UrnFact } from '../../kit/facts.js';
import { Time } from '../../kit/time.js';
import { entityName } from '../../model/entity-name.js';
import { typeName } from '../../model/entity-types.js';
import type { Listed } from '../../model/listed-entity.js';
import { unknownPlatform } from './entity-item.js';
import { EntityLink } from './entity-link.js';
import type { Facts, Related, ShownEntity } from './request.js';

interface EntityFactsProps {
  entity: ShownEntity;
  facts: Facts;
}

/** The facts about an entity besides its tags, columns and members. */
export function EntityFacts({ entity, facts }: EntityFactsProps) {
  const { urn, type, subTypes, platform, origin }: Listed = entity;
  const kinds = subTypes?.typeNames ?? [];
  const time = (field: string) => Number(facts(field)[0]?.value) || null;
  return (
    <dl class="facts">
      <Fact name="Type">{[typeName(type), ...kinds].join(', ')}</Fact>
      {platform && platform.urn !== unknownPlatform && (
        <Fact name="Platform">
          <EntityLink entity={platform} />
        </Fact>
      )}
      <Fact name="Environment">{origin}</Fact>
      <TypeFacts entity={entity} />
      {(['owners', 'domains', 'glossaryTerms'] as const).map((field) => (
        <Fact key={field} name={{ owners: 'Owners', domains: 'Domain', glossaryTerms: 'Terms' }[field]}>
          {facts(field).length > 0 && (
            <span class="row">
              {facts(field).map(({ value, entity: named }) => (
                <EntityLink key={value} entity={named ?? { urn: value }} />
              ))}
            </span>
          )}
        </Fact>
      ))}
      <Fact name="Full name">{facts('qualifiedName')[0]?.value}</Fact>
      <Fact name="Address">{facts('externalUrl').map(({ value }) => webLink(value))}</Fact>
      <Fact name="Created">{time('createdAt') && <Time ms={time('createdAt')} />}</Fact>
      <Fact name="Last changed">{time('lastModifiedAt') && <Time ms={time('lastModifiedAt')} />}</Fact>
      <Fact name="Last ingested">
        {'lastIngested' in entity && entity.lastIngested && <Time ms={entity.lastIngested} />}
      </Fact>
      <UrnFact urn={urn} />
    </dl>
  );
}

function RelatedFact({ name, related }: { name: string; related: Related | null }) {
  const entities = related?.relationships.flatMap(({ entity }) => entity ?? []) ?? [];
  const more = (related?.total ?? 0) - entities.length;
  return (
    <Fact name={name}>
      {entities.length > 0 && (
        <span class="row">
          {entities.map((one) => (
            <EntityLink key={one.urn} entity={one} />
          ))}
          {more > 0 && <span class="soft">and {more} more</span>}
        </span>
      )}
    </Fact>
  );
}

/** Only addresses of the web become links: the metadata is not trusted. */
const webLink = (value: string) =>
  /^https?:\/\//i.test(value) ? (
    <a key={value} href={value} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  ) : (
    <span key={value}>{value}</span>
  );

function TypeFacts({ entity }: { entity: ShownEntity }) {
  if ('dataFlow' in entity)
    return (
      <>
        <Fact name="Flow">{entity.dataFlow && <EntityLink entity={entity.dataFlow} />}</Fact>
        <Fact name="Runs">
          {entity.runs?.runs?.[0] && (
            <>
              {entity.runs.total}, the last one <Time ms={entity.runs.runs[0].created?.time} none="undated" />
            </>
          )}
        </Fact>
      </>
    );
  if ('relationships' in entity) {
    const { properties, relationships } = entity;
    return (
      <>
        <Fact name="State">{'status' in entity && entity.status?.toLowerCase()}</Fact>
        <Fact name="Title">{properties && 'title' in properties && properties.title}</Fact>
        <Fact name="E-mail">{properties && 'email' in properties && properties.email}</Fact>
        <RelatedFact name={'status' in entity ? 'Groups' : 'Members'} related={relationships} />
      </>
    );
  }
  if ('charts' in entity || 'reads' in entity || 'readBy' in entity)
    return (
      <>
        <RelatedFact name="Charts" related={'charts' in entity ? entity.charts : null} />
        <RelatedFact name="On dashboards" related={'dashboards' in entity ? entity.dashboards : null} />
        <RelatedFact name="Reads" related={'reads' in entity ? entity.reads : null} />
        <RelatedFact name="Read by" related={'readBy' in entity ? entity.readBy : null} />
      </>
    );
  if ('created' in entity && entity.created)
    return (
      <Fact name="Ran">
        <Time ms={entity.created.time} />
      </Fact>
    );
  return null;
}

/** Properties that systems have given it, as `name=value`. */
export function CustomProperties({ facts }: { facts: Facts }) {
  const properties = facts('customProperties').map(({ value }) => value.split(/=(.*)/s));
  if (properties.length === 0) return null;
  return (
    <details class="box">
      <summary>Properties ({properties.length})</summary>
      <dl class="facts">
        {properties
          .sort(([one = ''], [other = '']) => one.localeCompare(other))
          .map(([name = '', value]) => (
            <Fact key={name} name={name}>
              {value || '(empty)'}
            </Fact>
          ))}
      </dl>
    </details>
  );
}

export const containerPath = (entity: ShownEntity): readonly { urn: string; name: string }[] => {
  const path: { urn: string; name: string }[] = [];
  let next = 'container' in entity ? entity.container : null;
  while (next) {
    path.unshift({ urn: next.urn, name: entityName(next) });
    next = 'container' in next ? (next.container as typeof next | null) : null;
  }
  return path;
};

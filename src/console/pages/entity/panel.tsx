import { entityName } from '../../../client/named-entity.js';
import type { Rights } from '../../api/use-rights.js';
import { Fact, UrnFact } from '../../kit/facts.js';
import { Few } from '../../kit/few.js';
import { Icon } from '../../kit/icon.js';
import { Person } from '../../kit/marks.js';
import { Time } from '../../kit/time.js';
import { WebLink } from '../../kit/web-link.js';
import { links } from '../../model/links.js';
import { counted } from '../../model/text.js';
import { EntityLink, ValueLink } from './entity-link.js';
import { Lacks, taggable } from './missing-rights.js';
import { PanelSection } from './panel-section.js';
import { type Facts, type ShownEntity, toEntities } from './request.js';
import { EntityTags } from './tags.js';

interface PanelProps {
  entity: ShownEntity;
  facts: Facts;
  rights: Rights;
}

/** What is known about an entity besides its description and its parts. */
export function Panel({ entity, facts, rights }: PanelProps) {
  const { type, owners, domains, terms } = entity;
  const addresses = facts('externalUrl');
  return (
    <aside class="side-panel" aria-label={`About ${entityName(entity)}`}>
      {taggable.has(type) && <EntityTags entity={entity} mayEdit={rights.may('EDIT_ENTITY_TAGS')} />}
      {owners.length > 0 && (
        <PanelSection title="Owners">
          <Few items={owners} noun="owners">
            {(owner) => (
              <p key={owner.urn} class="row one">
                <Person urn={owner.urn} name={entityName(owner)} href={links.having('owners', owner.urn)} />
              </p>
            )}
          </Few>
          <FirstOnly of={owners} />
        </PanelSection>
      )}
      {domains.length + terms.length > 0 && (
        <PanelSection title="Domain and terms">
          {domains.map((domain) => (
            <p key={domain.urn} class="row one">
              <Icon name="domain" />
              <ValueLink field="domains" entity={domain} />
            </p>
          ))}
          <Few items={terms} noun="terms">
            {(term) => (
              <p key={term.urn} class="row one">
                <Icon name="term" />
                <ValueLink field="glossaryTerms" entity={term} />
              </p>
            )}
          </Few>
          <FirstOnly of={terms} />
        </PanelSection>
      )}
      <section>
        <Details entity={entity} facts={facts} />
        <CustomProperties facts={facts} />
      </section>
      {addresses.length > 0 && (
        <PanelSection title="Links">
          <Few items={addresses} noun="links">
            {({ value }) => (
              <p key={value} class="row one">
                <Icon name="link" />
                <WebLink href={value}>
                  <span class="cut" title={value}>
                    {value}
                  </span>
                </WebLink>
              </p>
            )}
          </Few>
          <FirstOnly of={addresses} />
        </PanelSection>
      )}
      <Lacks type={type} rights={rights} />
    </aside>
  );
}

function Details({ entity, facts }: Omit<PanelProps, 'rights'>) {
  const time = (field: string) => {
    const ms = Number(facts(field)[0]?.value) || 0;
    return ms !== 0 && <Time ms={ms} />;
  };
  const name = facts('qualifiedName')[0]?.value;
  return (
    <details class="fold-narrow" open={matchMedia('(min-width: 48.01rem)').matches}>
      <summary>
        <h2>Details</h2>
      </summary>
      <dl class="facts">
        <TypeFacts entity={entity} />
        <Fact name="Created">{time('createdAt')}</Fact>
        <Fact name="Changed">{time('lastModifiedAt')}</Fact>
        <Fact name="Ingested">
          {'lastIngested' in entity && entity.lastIngested && <Time ms={entity.lastIngested} />}
        </Fact>
        <Fact name="Full name">{name && <code dir="auto">{name}</code>}</Fact>
        <UrnFact urn={entity.urn} />
      </dl>
    </details>
  );
}

/** Properties that systems have given an entity, as `name=value`. */
function CustomProperties({ facts }: { facts: Facts }) {
  const properties = facts('customProperties').map(({ value }) => value.split(/=(.*)/s));
  if (properties.length === 0) return null;
  return (
    <details>
      <summary>
        {properties.length < factMax
          ? counted(properties.length, 'property', 'properties')
          : `${properties.length} or more properties`}
      </summary>
      <dl class="facts properties">
        {properties
          .sort(([one = ''], [other = '']) => one.localeCompare(other))
          .map(([name = '', value]) => (
            <Fact key={name} name={name}>
              <span dir="auto">{value || '(empty)'}</span>
            </Fact>
          ))}
      </dl>
      <FirstOnly of={properties} />
    </details>
  );
}

/** As many values of a field the service returns. */
const factMax = 100;

/** Says that there can be more values than those that are listed. */
const FirstOnly = ({ of }: { of: readonly unknown[] }) =>
  of.length < factMax ? null : <p class="soft small">Only the first {factMax} are shown.</p>;

/** The facts that only entities of one type have. */
function TypeFacts({ entity }: { entity: ShownEntity }) {
  if ('dataFlow' in entity)
    return <Fact name="Flow">{entity.dataFlow && <EntityLink entity={entity.dataFlow} />}</Fact>;
  if ('relationships' in entity) {
    const { properties, relationships } = entity;
    const { entities, more } = toEntities(relationships);
    return (
      <>
        <Fact name="State">{'status' in entity && entity.status?.toLowerCase()}</Fact>
        <Fact name="Title">{properties && 'title' in properties && properties.title}</Fact>
        <Fact name="Email">{properties && 'email' in properties && properties.email}</Fact>
        <Fact name={'status' in entity ? 'Groups' : 'Members'}>
          {entities.length > 0 && (
            <span class="stack tight">
              <Few items={entities}>{(one) => <EntityLink key={one.urn} entity={one} />}</Few>
              {more > 0 && <span class="soft">and {more} more</span>}
            </span>
          )}
        </Fact>
      </>
    );
  }
  if ('created' in entity && entity.created)
    return (
      <Fact name="Ran">
        <Time ms={entity.created.time} />
      </Fact>
    );
  return null;
}

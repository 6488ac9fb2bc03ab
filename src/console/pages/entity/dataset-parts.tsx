import type { Rights } from '../../api/use-rights.js';
import { Later } from '../../kit/lazy-part.js';
import { links } from '../../model/links.js';
import { urnType } from '../../model/urn.js';
import { Columns } from './columns/columns.js';
import { EntityLink } from './entity-link.js';
import { Members } from './members.js';
import type { Facts } from './request.js';

interface DatasetPartsProps {
  urn: string;
  part: string;
  column: string;
  rights: Rights;
  facts: Facts;
}

const parts = [
  ['', 'Columns'],
  ['history', 'Profiles and operations'],
  ['related', 'Related'],
] as const;

/** The parts of a dataset's page, of which the address names one. */
export function DatasetParts({ urn, part, column, rights, facts }: DatasetPartsProps) {
  const shown = parts.find(([name]) => name === part)?.[0] ?? '';
  return (
    <>
      <nav class="parts" aria-label="Parts">
        {parts.map(([name, title]) => (
          <a
            key={name}
            href={links.entity(urn, { part: name })}
            aria-current={name === shown ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {shown === '' && <Columns urn={urn} rights={rights} filter={column} />}
      {shown === 'history' && <Later load={loadHistory} props={{ urn }} label="Profiles and operations" />}
      {shown === 'related' && <Related urn={urn} facts={facts} />}
    </>
  );
}

const loadHistory = () => import('./history/history.js').then(({ History }) => History);

function Related({ urn, facts }: { urn: string; facts: Facts }) {
  return (
    <>
      {(['upstreams', 'siblings'] as const).map((field) => (
        <section key={field} class="stack tight">
          <h2>{{ upstreams: 'Upstream', siblings: 'Siblings' }[field]}</h2>
          {facts(field).length === 0 && <p class="soft">None known.</p>}
          <ul class="plain-list">
            {facts(field).map(({ value, entity }) => (
              <li key={value}>
                <EntityLink entity={entity ?? { urn: value }} /> <small class="soft">{urnType(value)}</small>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Members title="Downstream" field="upstreams" urn={urn} empty="None known." />
    </>
  );
}

import type { Named } from '../../../client/named-entity.js';
import { Few } from '../../kit/few.js';
import { typeName } from '../../model/entity-types.js';
import { EntityLink } from './entity-link.js';

interface ReferencesProps {
  title: string;
  entities: readonly (Named & { readonly type?: string })[];
  /** How many there are beyond these. */
  more?: number;
  empty: string;
}

/** Entities to which another one refers. They need not be stored. */
export const References = ({ title, entities, more = 0, empty }: ReferencesProps) => (
  <section class="stack tight" aria-label={title}>
    <h2>{title}</h2>
    {entities.length === 0 && <p class="soft">{empty}</p>}
    <ul class="stack tight">
      <Few items={entities} count={20}>
        {(one) => (
          <li key={one.urn} class="row one">
            <EntityLink entity={one} />
            {one.type && <small class="faint">{typeName(one.type)}</small>}
          </li>
        )}
      </Few>
    </ul>
    {more > 0 && <p class="soft">and {more} more</p>}
  </section>
);

import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { useQuery } from '../../api/use-query.js';
import { PlatformMark } from '../../kit/marks.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { platforms } from './request.js';

/** The platforms with the most datasets. */
export function Platforms() {
  const { data, isLoading } = useQuery(platforms, {});
  const values = data?.aggregateAcrossEntities?.facets?.[0]?.aggregations ?? [];
  if (data === undefined && isLoading)
    return (
      <div class="platforms" aria-busy="true" aria-hidden="true">
        {['1', '2', '3', '4', '5', '6'].map((key) => (
          <span key={key} class="sk" />
        ))}
      </div>
    );
  if (values.length === 0) return null;
  return (
    <nav class="platforms" aria-label="Platforms">
      {values.map(({ value, count, entity }) => {
        const name = entity ? entityName(entity) : urnName(value);
        return (
          <a
            key={value}
            href={links.find('', { types: ['DATASET'], filters: [{ field: 'platform', value }] })}
          >
            <PlatformMark id={urnName(value)} name={name} isLarge />
            <span class="cut" dir="auto">
              {name}
            </span>
            <small title="Datasets">{numberText(count)}</small>
          </a>
        );
      })}
    </nav>
  );
}

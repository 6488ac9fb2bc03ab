import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { listUrns } from '../../../client/user.js';
import { caller } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { Badge, PlatformMark } from '../../kit/marks.js';
import { links } from '../../model/links.js';
import { containerOf, type Listed } from '../../model/listed-entity.js';
import { numberText } from '../../model/numbers.js';
import { Part, SkeletonLines } from './part.js';
import { datasetsOf, groupsOfCaller } from './request.js';

const shown = 5;

/** The datasets that the person or a group of theirs owns, with what is missing on each. */
export function MyDatasets() {
  const me = caller.value!.urn;
  const groups = useQuery(groupsOfCaller, { urn: me });
  const owners = [me, ...listUrns(groups.data?.corpUser?.relationships)];
  const isKnown = groups.data !== undefined || groups.error !== undefined;
  const query = useQuery(datasetsOf, isKnown ? { owners, count: shown } : null);
  const datasets = query.data?.searchAcrossEntities;
  if (!datasets && !query.error)
    return (
      <Part title="My datasets">
        <SkeletonLines count={3} />
      </Part>
    );
  if (!datasets || datasets.total === 0) return null;
  const filters = owners.map((value) => ({ field: 'owners', value }));
  return (
    <Part
      title="My datasets"
      all={{
        text: `All ${numberText(datasets.total)}`,
        href: links.find('', { types: ['DATASET'], filters, sort: 'changed' }),
      }}
    >
      <ul class="feed lined">
        {datasets.searchResults.map(({ entity }) => (
          <MyDataset key={entity.urn} dataset={entity} />
        ))}
      </ul>
    </Part>
  );
}

function MyDataset({ dataset }: { dataset: Listed }) {
  const { urn, platform, description, tags } = dataset;
  const container = containerOf(dataset);
  const missing = [!description && 'description', !tags?.tags?.length && 'tags'].filter(Boolean);
  return (
    <li>
      {platform && <PlatformMark id={urnName(platform.urn)} name={entityName(platform)} />}
      <span class="cut">
        <a class="name" href={links.entity(urn)} dir="auto">
          {entityName(dataset)}
        </a>{' '}
        {container && (
          <span class="faint small" dir="auto">
            {entityName(container)}
          </span>
        )}
      </span>
      {missing.length > 0 ? <Badge kind="warn">no {missing.join(' or ')}</Badge> : <span />}
    </li>
  );
}

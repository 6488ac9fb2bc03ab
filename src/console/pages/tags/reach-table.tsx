import { useRef } from 'preact/hooks';
import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { PlatformMark } from '../../kit/marks.js';
import type { Selection } from '../../kit/selection.js';
import { useSelectionKeys } from '../../kit/selection-keys.js';
import { simplePath } from '../../model/field-path.js';
import { links } from '../../model/links.js';
import { counted } from '../../model/text.js';
import { pathText, placeKey, placeName, type ReachedPlace } from './reach-request.js';

interface ReachTableProps {
  rows: readonly ReachedPlace[];
  selection: Selection<ReachedPlace>;
  mayAdd(place: ReachedPlace): boolean;
}

/** Entities and columns with the way to them. Those to which the caller may add the tag have check boxes. */
export function ReachTable({ rows, selection, mayAdd }: ReachTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useSelectionKeys(body, selection);
  const hasBoxes = rows.some(mayAdd);
  return (
    <div class="frame">
      <table class="cards reach" role="table" aria-label="Reach">
        <thead>
          <tr role="row">
            {hasBoxes && (
              <th class="tick" scope="col" role="columnheader">
                <input
                  type="checkbox"
                  id="all-reached"
                  class={selection.ofShown === 'some' ? 'mixed' : undefined}
                  aria-label="Select all on this page"
                  indeterminate={selection.ofShown === 'some'}
                  checked={selection.ofShown === 'all'}
                  onChange={selection.toggleShown}
                />
              </th>
            )}
            {['Name', 'Column', 'Distance', 'From', 'Tag'].map((head) => (
              <th key={head} scope="col" role="columnheader">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((place) => (
            <ReachRow
              key={placeKey(place)}
              place={place}
              hasBoxes={hasBoxes}
              mayAdd={mayAdd(place)}
              selection={selection}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ReachRowProps extends Pick<ReachTableProps, 'selection'> {
  place: ReachedPlace;
  /** Whether any row has a check box. */
  hasBoxes: boolean;
  mayAdd: boolean;
}

function ReachRow({ place, hasBoxes, mayAdd, selection }: ReachRowProps) {
  const { entity, fieldPath, degree, via, path } = place;
  const key = placeKey(place);
  const from = pathText(path);
  return (
    <tr role="row" data-key={key}>
      {hasBoxes && (
        <td class="tick" role="cell">
          {mayAdd && (
            <input
              type="checkbox"
              aria-label={`Select ${placeName(place)}`}
              checked={selection.has(key)}
              onClick={(event) => selection.toggle(key, event.shiftKey)}
            />
          )}
        </td>
      )}
      <th class="lead" scope="row" role="rowheader">
        <EntityName entity={entity} column={fieldPath ?? ''} />
      </th>
      <td role="cell" data-label="Column">
        {fieldPath !== null && (
          <code class="code-inline small" dir="auto" title={fieldPath}>
            {simplePath(fieldPath)}
          </code>
        )}
      </td>
      <td class="soft" role="cell" data-label="Distance">
        {counted(degree, 'step')}
        {via === 'DATASET' && (
          <span title="Edges between entities lead here: whether the tagged data does is not known."> *</span>
        )}
      </td>
      <td class="soft cut" role="cell" data-label="From" title={from}>
        <bdi>{from}</bdi>
      </td>
      <td role="cell" data-label="Tag">
        <State place={place} />
      </td>
    </tr>
  );
}

function EntityName({ entity, column }: { entity: ReachedPlace['entity']; column: string }) {
  const platform = 'platform' in entity ? entity.platform : null;
  const name = entityName(entity);
  return (
    <span class="row one">
      {platform && <PlatformMark id={urnName(platform.urn)} name={entityName(platform)} />}
      <a
        class="cut name"
        href={links.entity(entity.urn, { part: 'lineage', column })}
        dir="auto"
        title={name}
      >
        {name}
      </a>
    </span>
  );
}

function State({ place: { carriesTag, removed, removedBy } }: { place: ReachedPlace }) {
  if (carriesTag) return <>Has it</>;
  if (!removed) return <strong>Without</strong>;
  return (
    <span class="soft">
      Removed{' '}
      {removedBy && (
        <>
          by <bdi>{entityName(removedBy)}</bdi>
        </>
      )}
    </span>
  );
}

import { useEntityRights } from '../../api/entity-rights.js';
import { reloadAll } from '../../api/reload.js';
import { useQuery } from '../../api/use-query.js';
import { editTags } from '../../edits/edit-tags.js';
import { Button } from '../../kit/button.js';
import { Chips } from '../../kit/chips.js';
import { Empty } from '../../kit/empty.js';
import { noteFocus } from '../../kit/note-focus.js';
import { Paged } from '../../kit/paged.js';
import { Segments } from '../../kit/segments.js';
import { useSelection } from '../../kit/selection.js';
import { readStart, useAddress } from '../../kit/use-address.js';
import { numberText } from '../../model/numbers.js';
import { suffices } from '../../model/privileges.js';
import { counted } from '../../model/text.js';
import { taggable } from '../entity/missing-rights.js';
import { Incomplete } from '../lineage/incomplete.js';
import { lacksTag, placeKey, type ReachedPlace, reach, toPlace, withTagOn } from './reach-request.js';
import { ReachTable } from './reach-table.js';
import type { ListedTag } from './request.js';

/** Few enough that all paths of a page can be long. */
const pageSize = 20;

/** Where the data with a tag comes from or flows to, and where the tag is missing. It can be added there. */
export function Reach({ tag }: { tag: ListedTag }) {
  const [shown, change] = useAddress({ urn: '', kind: '', side: '', show: '', start: '0' });
  const direction = shown.side === 'upstream' ? 'UPSTREAM' : 'DOWNSTREAM';
  const onlyUntagged = shown.show === 'without';
  const start = readStart(shown.start);
  const query = useQuery(reach, {
    input: { tagUrn: tag.urn, direction, onlyUntagged, start, count: pageSize },
  });
  const { reached = [], untagged = 0, isPartial = false } = query.data?.tagReach ?? {};
  const rights = useEntityRights(reached.flatMap(({ carriesTag, entity }) => (carriesTag ? [] : [entity])));
  const mayAdd = (place: ReachedPlace) =>
    !place.carriesTag &&
    taggable.has(place.entity.type) &&
    suffices(
      rights.get(place.entity.urn),
      place.fieldPath === null ? 'EDIT_ENTITY_TAGS' : 'EDIT_DATASET_COL_TAGS',
    );
  const selectable = reached.filter(mayAdd);
  // Where a person has removed the tag, it is added only if a person chooses the place.
  const forgotten = selectable.filter(lacksTag);
  const selection = useSelection(`${tag.urn} ${direction}`, selectable, placeKey, forgotten);

  const add = () => {
    const places = selection.rows;
    const before = query.data!;
    selection.clear();
    // The button disappears with the selection.
    document.querySelector<HTMLElement>('#all-reached')?.focus();
    noteFocus()();
    editTags({
      places: places.map(toPlace),
      edit: { added: [tag], removed: [] },
      name: counted(places.length, 'place'),
      apply: () => query.replace(withTagOn(before, places, onlyUntagged)),
      revert: () => query.replace(before),
    }).then(reloadAll);
  };

  return (
    <section class="tab-body" aria-label="Reach">
      <div class="tools">
        <Segments
          label="Direction"
          options={[
            ['downstream', 'Downstream'],
            ['upstream', 'Upstream'],
          ]}
          value={direction === 'UPSTREAM' ? 'upstream' : 'downstream'}
          onChange={(side) => change({ side: side === 'upstream' ? side : '', start: '0' })}
        />
        <Chips
          label="Show"
          options={[
            ['', 'All'],
            ['without', 'Without the tag', query.data ? numberText(untagged) : ''],
          ]}
          value={onlyUntagged ? 'without' : ''}
          onChange={(show) => change({ show, start: '0' })}
        />
        {selection.rows.length > 0 && (
          <span class="row one push">
            <strong class="small">{numberText(selection.rows.length)} selected</strong>
            <Button size="small" icon="plus" onClick={add}>
              Add <bdi>{tag.name}</bdi>
            </Button>
          </span>
        )}
      </div>
      {isPartial && <Incomplete />}
      <Paged
        query={query}
        label="Reach"
        read={({ tagReach }) => ({ rows: tagReach.reached, total: tagReach.total })}
        start={start}
        count={pageSize}
        onStart={(next, isReplacing) => change({ start: `${next}` }, isReplacing)}
        empty={
          <Empty icon="lineage" title={onlyUntagged ? 'The tag is everywhere' : 'No lineage'}>
            <p>
              {onlyUntagged
                ? 'No entity or column in this direction is without the tag.'
                : 'Nothing with the tag has lineage in this direction.'}
            </p>
          </Empty>
        }
      >
        {(rows) => (
          <>
            <ReachTable rows={rows} selection={selection} mayAdd={mayAdd} />
            {rows.some(({ via }) => via === 'DATASET') && (
              <p class="soft small">
                * Edges between entities lead here. Whether the tagged data flows there is not known.
              </p>
            )}
          </>
        )}
      </Paged>
    </section>
  );
}

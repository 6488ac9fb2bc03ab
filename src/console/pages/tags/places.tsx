import { useSignal } from '@preact/signals';
import { entityName } from '../../../client/named-entity.js';
import { useEntityRights } from '../../api/entity-rights.js';
import { reloadAll } from '../../api/reload.js';
import { useLoaded, useQuery } from '../../api/use-query.js';
import { columnPlace } from '../../edits/change-tags.js';
import { editTags } from '../../edits/edit-tags.js';
import { Button } from '../../kit/button.js';
import { Empty } from '../../kit/empty.js';
import { FilterField } from '../../kit/filter-field.js';
import { noteFocus } from '../../kit/note-focus.js';
import { Paged } from '../../kit/paged.js';
import { typeNames } from '../../model/entity-types.js';
import { links } from '../../model/links.js';
import { suffices } from '../../model/privileges.js';
import { counted } from '../../model/text.js';
import { PlaceTable } from './place-table.js';
import {
  findTagged,
  having,
  type ListedTag,
  type LoadedEntities,
  type Place,
  readPlaces,
} from './request.js';

/** Few enough for one request of their places. */
const pageSize = 20;

interface PlacesProps {
  tag: ListedTag;
  /** As in `DATASET`. */
  type: string;
  /** The text that the entities are searched for. */
  filter: string;
  start: number;
  onFilter(text: string): void;
  onStart(start: number, isReplacing: boolean): void;
}

/** The entities of one type that have a tag on themselves or on columns. Those that the caller may change have check boxes. */
export function Places({ tag, type, filter, start, onFilter, onStart }: PlacesProps) {
  const found = useQuery(findTagged, {
    input: {
      query: filter.trim() || '*',
      searchFlags: { forgiving: false },
      types: [type as 'DATASET'],
      orFilters: having('tags', tag.urn),
      start,
      count: pageSize,
      ...(filter.trim() === '' && {
        sortInput: { sortCriterion: { field: '_entityName', sortOrder: 'ASCENDING' as const } },
      }),
    },
  });
  const entities = found.data?.searchAcrossEntities?.searchResults.map(({ entity }) => entity) ?? [];
  const urns = entities.map(({ urn }) => urn);
  const places = useLoaded(readPlaces, urns.length > 0 ? { urn: tag.urn, urns } : null);
  const rights = useEntityRights(entities);
  const chosen = useSignal<ReadonlySet<string>>(new Set());

  const all = places.data ?? [];
  const removable = all.filter(
    ({ entity, fieldPath, declared }) =>
      !declared &&
      suffices(rights.get(entity.urn), fieldPath === null ? 'EDIT_ENTITY_TAGS' : 'EDIT_DATASET_COL_TAGS'),
  );
  const selected = new Set(removable.flatMap(({ entity: { urn } }) => (chosen.value.has(urn) ? [urn] : [])));

  const remove = () => {
    const gone = new Set(removable.filter(({ entity }) => selected.has(entity.urn)));
    const before = found.data!;
    const kept = all.filter((place) => !gone.has(place));
    chosen.value = new Set();
    // The button disappears with the selection.
    document.querySelector<HTMLElement>('#all-places')?.focus();
    noteFocus()();
    editTags({
      places: [...gone].map(({ entity: { urn }, fieldPath }) =>
        fieldPath === null ? { resourceUrn: urn } : columnPlace(urn, fieldPath),
      ),
      edit: { added: [], removed: [tag] },
      name: counted(gone.size, 'place'),
      apply: () => {
        found.replace(withoutEntities(before, kept, selected));
        places.replace(kept);
      },
      revert: () => {
        found.replace(before);
        places.replace(all);
      },
    }).then(reloadAll);
  };

  return (
    <>
      <div class="tools tab-tools">
        <FilterField label="Search in these" value={filter} onFilter={onFilter} />
        {selected.size > 0 ? (
          <span class="row one push">
            <strong class="small">{selected.size} selected</strong>
            <Button size="small" icon="minus" onClick={remove}>
              Remove <bdi>{tag.name}</bdi>
            </Button>
          </span>
        ) : (
          <a class="push small" href={links.find(filter, { filters: [{ field: 'tags', value: tag.urn }] })}>
            Open in search
          </a>
        )}
      </div>
      <Paged
        query={found}
        label={typeNames(type)}
        read={(data) => ({
          rows: data.searchAcrossEntities?.searchResults ?? [],
          total: data.searchAcrossEntities?.total ?? 0,
        })}
        start={start}
        count={pageSize}
        onStart={onStart}
        empty={<Empty icon="search" title={filter === '' ? 'Nothing has this tag' : 'Nothing matches'} />}
      >
        {() => (
          <PlaceTable
            label={typeNames(type)}
            rows={entities.map((entity) => ({
              entity,
              name: entityName(entity),
              places: places.data && placesOf(all, entity.urn),
              isRemovable: placesOf(removable, entity.urn).length > 0,
            }))}
            selected={selected}
            onSelect={(next) => (chosen.value = next)}
          />
        )}
      </Paged>
    </>
  );
}

const placesOf = (places: readonly Place[], urn: string) => places.filter(({ entity }) => entity.urn === urn);

/** An entity stays as long as its schema declares the tag. */
function withoutEntities(
  data: LoadedEntities,
  kept: readonly Place[],
  gone: ReadonlySet<string>,
): LoadedEntities {
  const { searchResults, total, ...rest } = data.searchAcrossEntities!;
  const left = searchResults.filter(
    ({ entity: { urn } }) => !gone.has(urn) || placesOf(kept, urn).length > 0,
  );
  const count = total - (searchResults.length - left.length);
  return { searchAcrossEntities: { ...rest, searchResults: left, total: count } };
}

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { graphql, type ResultOf } from '../../../client/documents.js';
import { entityName, namedEntity } from '../../../client/named-entity.js';
import { useQuery } from '../../api/use-query.js';
import { deleteTag } from '../../edits/delete-tag.js';
import { Field } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { Loaded } from '../../kit/loaded.js';
import { Notice } from '../../kit/notice.js';
import { links } from '../../model/links.js';
import { counted, listed } from '../../model/text.js';
import { kindsOf, kindText, sumOf } from './kinds.js';
import { type EditedTag, having, kindCounts } from './request.js';
import './tags.css';

/** Places, of which an entity can have several. */
const readPlaces = 50;
/** From so many places on, the person types the name. */
const carefulFrom = 10;

const hits = graphql(
  `
  query TagHits($urn: String!, $count: Int!, $itself: [AndFilterInput!]) {
    tag(urn: $urn) {
      usage {
        columns
      }
      associations(count: $count) {
        total
        declaredTotal
        results {
          fieldPath
          declared
          entity {
            ...NamedEntity
          }
        }
      }
    }
    itself: aggregateAcrossEntities(input: { query: "*", facets: ["_entityType"], orFilters: $itself }) {
      ...KindCounts
    }
  }
`,
  [kindCounts, namedEntity],
);

type Hits = ResultOf<typeof hits>;

interface DeleteTagProps {
  tag: EditedTag;
  /** The page that is shown afterwards. Absent: this one. */
  next?: string;
  onClose(): void;
}

/** Asks again what has the tag, because the page may be old, and shows it before the tag is deleted. */
export function DeleteTag({ tag: { urn, name }, next, onClose }: DeleteTagProps) {
  const query = useQuery(hits, { urn, count: readPlaces, itself: having('entityTags', urn) });
  const typed = useSignal('');
  const { route } = useLocation();
  const isCareful = removedOf(query.data) >= carefulFrom;
  return (
    <FormDialog
      title={`Delete the tag ${name}?`}
      submit="Delete tag"
      isDanger
      isReady={
        query.data !== undefined && !query.isLoading && (!isCareful || typed.value.trim() === name.trim())
      }
      onClose={onClose}
      onSubmit={async () => {
        await deleteTag({ urn, name });
        if (next) route(next);
      }}
    >
      <Loaded
        query={query}
        label="What has the tag"
        isEmpty={(data) => !data.tag}
        empty="This tag no longer exists."
      >
        {(data) => <Consequences data={data} />}
      </Loaded>
      {isCareful && <TypedName name={name} text={typed} />}
    </FormDialog>
  );
}

/** The places that lose the tag, those of removed entities included. */
const removedOf = (data: Hits | undefined): number =>
  data?.tag ? data.tag.associations.total - data.tag.associations.declaredTotal : 0;

function Consequences({ data }: { data: Hits }) {
  const { total, declaredTotal, results } = data.tag!.associations;
  const entities = new Map(results.map(({ entity }) => [entity.urn, entity]));
  return (
    <>
      <p>{lossText(data)}</p>
      {declaredTotal > 0 && (
        <Notice kind="warn">
          {counted(declaredTotal, 'column keeps', 'columns keep')} it, because the ingested schemas declare
          it. Only the source of the metadata can remove it.
        </Notice>
      )}
      {results.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, by keys too.
        <ul class="hits lined" aria-label="What has the tag" tabIndex={0}>
          {[...entities].map(([urn, entity]) => (
            <li key={urn}>
              <a class="name cut" href={links.named(urn)} dir="auto">
                {entityName(entity)}
              </a>
              <span class="soft small push nowrap">
                {placesText(results.filter((place) => place.entity.urn === urn))}
              </span>
            </li>
          ))}
          {total > results.length && (
            <li class="soft">and {counted(total - results.length, 'more place')}</li>
          )}
        </ul>
      )}
      <Notice>
        <p>
          Undo is offered for some seconds afterwards. For a limited time, the tag can also be restored on its
          page, or with <code class="code-inline">catalog tag restore</code>.
        </p>
      </Notice>
    </>
  );
}

/** Names the kinds of places where their numbers are known: neither removed entities nor schemas have the tag. */
function lossText(data: Hits): string {
  const removed = removedOf(data);
  if (removed === 0) return 'Nothing loses the tag.';
  const [kinds, { columns }] = [kindsOf(data.itself), data.tag!.usage];
  const texts = [...kinds.map(kindText), ...(columns > 0 ? [counted(columns, 'column')] : [])];
  return sumOf(kinds) + columns === removed
    ? `It will be removed from ${listed(texts)}.`
    : `It will be removed from ${counted(removed, 'place')}, including removed entities.`;
}

/** As in "itself and 4 columns". */
function placesText(places: readonly { readonly fieldPath: string | null; readonly declared: boolean }[]) {
  const lost = places.filter(({ declared }) => !declared);
  const columns = lost.filter(({ fieldPath }) => fieldPath !== null).length;
  const kept = places.length - lost.length;
  return listed([
    ...(lost.length > columns ? ['itself'] : []),
    ...(columns > 0 ? [counted(columns, 'column')] : []),
    ...(kept > 0 ? [`${counted(kept, 'column')} that ${kept === 1 ? 'keeps' : 'keep'} it`] : []),
  ]);
}

/** A field that comes after the dialog was opened, and then has the focus. */
function TypedName({ name, text }: { name: string; text: Signal<string> }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Field label={`Type ${name} to confirm`}>
      {(control) => (
        <input
          ref={ref}
          {...control}
          class="input"
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      )}
    </Field>
  );
}

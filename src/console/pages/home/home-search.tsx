import { entityName } from '../../../client/named-entity.js';
import { useQuery } from '../../api/use-query.js';
import { SearchBox } from '../../layout/search-box.js';
import { links } from '../../model/links.js';
import type { Listed } from '../../model/listed-entity.js';
import { numberText } from '../../model/numbers.js';
import { example } from './request.js';

const of = (datasets = 0) =>
  datasets === 1
    ? '1 dataset, its columns'
    : `${datasets > 0 ? `${numberText(datasets)} ` : ''}datasets, their columns`;

/** The search, the largest thing of the page. */
export const HomeSearch = ({ datasets }: { datasets: number | undefined }) => (
  <SearchBox placeholder={`Search ${of(datasets)}, tags and people`} hint="/" />
);

/** Searches that find something here, because they are made from a dataset of this catalog. */
export function Examples() {
  const { data, isLoading } = useQuery(example, {});
  const entity: Listed | undefined = data?.searchAcrossEntities?.searchResults[0]?.entity;
  const examples = entity ? examplesOf(entity) : [];
  // Their line is there before them, so that nothing below it moves.
  if (examples.length === 0)
    return (
      <p class="small row" aria-busy={isLoading}>
        <span class="chip-place" />
      </p>
    );
  return (
    <p class="soft small row">
      Try
      {examples.map((text, index) => (
        <a key={text} class={index < 2 ? 'chip' : 'chip wide-only'} href={links.find(text)} title={text}>
          <span class="cut" dir="auto">
            {text}
          </span>
        </a>
      ))}
    </p>
  );
}

/** Texts that need no quotes in an expression. */
const plain = /^[\p{L}\p{N}_.-]+$/u;

function examplesOf(entity: Listed): string[] {
  const { platform, tags } = entity;
  const [tag] = tags?.tags ?? [];
  const [owner] = entity.owners;
  const id = (urn: string) => urn.slice(urn.lastIndexOf(':') + 1);
  const term = (field: string, urn: string) =>
    plain.test(id(urn)) ? `${field}:${id(urn)}` : `${field}:"${urn.replaceAll('"', '\\"')}"`;
  const longest = (entityName(entity).match(/[\p{L}\p{N}]+/gu) ?? []).sort(
    (one, other) => other.length - one.length,
  )[0];
  return [
    longest ?? '',
    tag
      ? `/q ${[term('tag', tag.tag.urn), platform && term('platform', platform.urn)].filter(Boolean).join(' ')}`
      : '',
    owner ? `/q ${term('owners', owner.urn)}` : '',
  ].filter((text) => text !== '');
}

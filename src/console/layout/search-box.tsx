import { useLocation } from 'preact-iso';
import { Suggest } from '../kit/suggest.js';
import { completeEntities } from '../model/complete.js';
import { links } from '../model/links.js';

/** The search of all pages. */
export function SearchBox() {
  const { route, query } = useLocation();
  return (
    <search>
      <Suggest
        id="search"
        label="Search datasets, columns, tags and more"
        placeholder="Search ( / )"
        initial={query.query ?? ''}
        find={completeEntities}
        onChoose={({ value }) => route(links.entity(value))}
        onSubmit={(text) => route(links.find(text))}
      />
    </search>
  );
}

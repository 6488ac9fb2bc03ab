import { useLocation } from 'preact-iso';
import { links } from '../links.js';
import { completeEntities } from '../ui/complete.js';
import { Suggest } from '../ui/suggest.js';

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

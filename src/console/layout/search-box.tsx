import { useLocation } from 'preact-iso';
import { Suggest } from '../kit/suggest.js';
import { completeEntities } from '../model/complete.js';
import { links } from '../model/links.js';

const label = 'Search datasets, columns, tags and people';

interface SearchBoxProps {
  placeholder?: string;
  /** The key that leads here. */
  hint?: string;
}

/** The search of all pages: at the top, on the home page in its middle. */
export function SearchBox({ placeholder = label, hint }: SearchBoxProps) {
  const { route, query } = useLocation();
  return (
    <search>
      <Suggest
        id="search"
        label={label}
        icon="search"
        placeholder={placeholder}
        hint={hint}
        initial={query.query ?? ''}
        find={completeEntities}
        onChoose={({ value }) => route(links.named(value))}
        onSubmit={(text) => route(links.find(text))}
      />
    </search>
  );
}

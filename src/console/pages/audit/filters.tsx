import { Chips } from '../../kit/chips.js';
import { Icon, type IconName } from '../../kit/icon.js';
import { sayFailure } from '../../kit/messages.js';
import { Suggest, type Suggestion } from '../../kit/suggest.js';
import { Switch } from '../../kit/switch.js';
import { completeEntities, completeUsers } from '../../model/complete.js';
import { asRequestError } from '../../model/request-error.js';
import { urnType } from '../../model/urn.js';
import { useNamed } from '../../model/use-names.js';
import { type Filter, periods, viewOf, views } from './criteria.js';
import { findName, typeText } from './told.js';

/** Completes names. A URN, or the name of a time-series index, is offered as it is. */
async function completeSubjects(text: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  const value = text.trim();
  if (urnType(value) !== '') return [{ value, label: value, hint: 'URN' }];
  if (/^\w+_v1$/.test(value)) return [{ value, label: value, hint: 'index' }];
  return completeEntities(text, signal);
}

interface FiltersProps {
  filter: Filter;
  onChange(changes: Partial<Filter>): void;
}

export function Filters({ filter, onChange }: FiltersProps) {
  const named = useNamed([filter.actor, filter.subject]);
  return (
    <>
      <div class="tools">
        <Chips
          label="Kind of event"
          options={views.map(([view, text]) => [view, text] as const)}
          value={viewOf(filter.view)[0]}
          onChange={(view) => onChange({ view, type: '' })}
        />
        {filter.type && <Chosen text={typeText(filter.type)} onClear={() => onChange({ type: '' })} />}
        <span class="push" />
        <Switch
          checked={filter.signins !== 'shown'}
          onChange={(isHidden) => onChange({ signins: isHidden ? '' : 'shown' })}
        >
          Hide sign-ins
        </Switch>
      </div>
      <div class="tools fields">
        {filter.actor ? (
          <Chosen
            text={findName(filter.actor, named)}
            title={filter.actor}
            onClear={() => onChange({ actor: '' })}
          />
        ) : (
          <NameField label="Who" icon="user" find={completeUsers} onChoose={(actor) => onChange({ actor })} />
        )}
        {filter.subject ? (
          <Chosen
            text={`To ${findName(filter.subject, named)}`}
            title={filter.subject}
            onClear={() => onChange({ subject: '' })}
          />
        ) : (
          <NameField
            label="To what"
            placeholder="To what: a name or URN"
            icon="search"
            find={completeSubjects}
            onChoose={(subject) => onChange({ subject })}
          />
        )}
        <PeriodFields filter={filter} onChange={onChange} />
      </div>
    </>
  );
}

interface NameFieldProps {
  label: string;
  placeholder?: string;
  icon: IconName;
  find: typeof completeSubjects;
  onChoose(urn: string): void;
}

/** Completes a name. Enter takes the best one, however fast it was typed. */
const NameField = ({ label, placeholder = label, icon, find, onChoose }: NameFieldProps) => (
  <Suggest
    label={label}
    placeholder={placeholder}
    icon={icon}
    find={find}
    onChoose={({ value }) => onChoose(value)}
    onSubmit={async (text) => {
      try {
        const [best] = await find(text, new AbortController().signal);
        if (best) onChoose(best.value);
        else if (text.trim() !== '') sayFailure(`Nothing found for ${text.trim()}`);
      } catch (thrown) {
        sayFailure(asRequestError(thrown).message);
      }
    }}
  />
);

/** A filter that is on. */
const Chosen = ({ text, title, onClear }: { text: string; title?: string; onClear(): void }) => (
  <button
    type="button"
    class="chip filter"
    title={title}
    aria-label={`Remove the filter ${text}`}
    onClick={onClear}
  >
    <bdi class="cut">{text}</bdi>
    <Icon name="x" />
  </button>
);

function PeriodFields({ filter, onChange }: FiltersProps) {
  const isOfDays = filter.period === 'days' || filter.from !== '' || filter.to !== '';
  const shown = isOfDays ? 'days' : filter.period;
  return (
    <>
      <select
        class="input"
        aria-label="Period"
        value={shown}
        onChange={(event) => onChange({ period: event.currentTarget.value, from: '', to: '' })}
      >
        {periods.map(([period, text]) => (
          <option key={period} value={period}>
            {text}
          </option>
        ))}
      </select>
      {isOfDays &&
        (['from', 'to'] as const).map((name) => (
          <input
            key={name}
            class="input date"
            type="date"
            aria-label={name === 'from' ? 'From' : 'To'}
            value={filter[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        ))}
    </>
  );
}

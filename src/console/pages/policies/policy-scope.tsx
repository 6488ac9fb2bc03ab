import { useSignal } from '@preact/signals';
import { entityTypeName } from '../../../datahub/entity-types.js';
import { CheckBoxes, Flag } from '../../kit/check-box.js';
import { Picker } from '../../kit/picker.js';
import type { Suggestion } from '../../kit/suggest.js';
import { TextArea } from '../../kit/text-area.js';
import { completeEntities, completeTypes } from '../../model/complete.js';
import { typeNames } from '../../model/entity-types.js';
import type { Policy } from './policy.js';
import { sameResources, toResources } from './policy-input.js';
import { isEverything, readScope, type Scope } from './scope.js';

const offered = ['dataset', 'container', 'chart', 'dashboard', 'dataJob', 'dataFlow'];
const completeContainers = completeTypes('CONTAINER');

/** The state of the fields that say which entities a policy covers. */
export function useScope(policy: Policy | undefined) {
  const found = readScope(policy?.resources ?? null);
  const stored: Scope = typeof found === 'string' ? {} : found;
  const isAll = useSignal(policy !== undefined && isEverything(stored));
  const types = useSignal<readonly string[]>(stored.types ?? []);
  const containers = useSignal<readonly Suggestion[]>(stored.containers ?? []);
  const urns = useSignal<readonly Suggestion[]>(stored.urns ?? []);
  const prefixes = useSignal((stored.prefixes ?? []).join('\n'));
  const lines = prefixes.value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const scope: Scope = isAll.value
    ? {}
    : {
        ...(types.value.length > 0 && { types: types.value }),
        ...(containers.value.length > 0 && { containers: containers.value }),
        ...(urns.value.length > 0 && { urns: urns.value }),
        ...(lines.length > 0 && { prefixes: lines }),
      };
  const key = JSON.stringify([isAll.value, types.value, containers.value, urns.value, prefixes.value]);
  const first = useSignal(key);
  const isSame = key === first.value;
  return {
    isAll,
    types,
    containers,
    urns,
    prefixes,
    isReady: isAll.value || !isEverything(scope) || (policy !== undefined && isSame),
    /** Unchanged resources are sent as they were read. */
    input: (type: Policy['type']) => {
      if (policy && (isSame || type === 'PLATFORM'))
        return policy.resources && sameResources(policy.resources);
      return type === 'PLATFORM' ? null : toResources(scope);
    },
  };
}

export function ScopeFields({ scope }: { scope: ReturnType<typeof useScope> }) {
  const { isAll, types, containers, urns, prefixes } = scope;
  const options = [...new Set([...offered, ...types.value])];
  return (
    <>
      <Flag flag={isAll}>all entities</Flag>
      {!isAll.value && (
        <>
          <p class="soft">An entity must match every criterion that you fill in, by one of its values.</p>
          <CheckBoxes
            legend="Types"
            options={options.map((type) => [type, typeNames(entityTypeName(type))] as const)}
            chosen={types}
          />
          <Picker
            label="In these containers, at any depth"
            placeholder="Add a container"
            find={completeContainers}
            chosen={containers}
          />
          <Picker
            label="These entities"
            placeholder="Add a dataset, a chart …"
            find={completeEntities}
            chosen={urns}
          />
          <TextArea
            label="URNs that begin with"
            hint="One per line, such as urn:li:dataset:(urn:li:dataPlatform:hive,sales."
            rows={2}
            text={prefixes}
          />
        </>
      )}
    </>
  );
}

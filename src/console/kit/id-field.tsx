import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type Identified, idFromName, idRule, typedIdProblem } from '../model/ids.js';
import { TextField } from './field.js';

export interface NewId {
  readonly text: Signal<string>;
  /** Why the service would refuse it; empty: it would not. */
  readonly problem: string;
}

/** The id of a new entity. @param name the id is made from the name until a person changes the id */
export function useNewId(type: Identified, name?: Signal<string>): NewId {
  const text = useSignal('');
  const made = useRef('');
  useSignalEffect(() => {
    if (name === undefined) return;
    const next = idFromName(type, name.value);
    if (text.peek() === made.current) text.value = next;
    made.current = next;
  });
  return { text, problem: typedIdProblem(type, text.value) };
}

/** @param isOptional whether the service makes a random id if the field is empty */
export const IdField = ({
  id: { text, problem },
  isOptional = false,
}: {
  id: NewId;
  isOptional?: boolean;
}) => (
  <TextField
    label={isOptional ? 'Id (optional)' : 'Id'}
    hint={`The last part of the URN. It never changes. ${isOptional ? 'If empty, the service chooses a random id. ' : ''}${idRule}`}
    problem={problem}
    required={!isOptional}
    isMono
    maxLength={512}
    autocomplete="off"
    spellcheck={false}
    text={text}
  />
);

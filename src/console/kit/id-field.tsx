import type { Signal } from '@preact/signals';
import { type idProblem, idRule } from '../model/ids.js';
import { TextField } from './field.js';

interface IdFieldProps {
  /** Whether the service makes a random one when it is empty. */
  isOptional?: boolean;
  text: Signal<string>;
  /** Of `idProblem`. */
  problem: ReturnType<typeof idProblem>;
}

/** The id of a new entity, with what is wrong with it. */
export const IdField = ({ isOptional = false, text, problem }: IdFieldProps) => (
  <TextField
    label={isOptional ? 'Id (optional)' : 'Id'}
    hint={`The last part of the URN. It never changes. ${isOptional ? 'If empty, the service chooses a random id. ' : ''}${idRule}`}
    problem={problem}
    required={!isOptional}
    maxLength={512}
    autocomplete="off"
    spellcheck={false}
    text={text}
  />
);

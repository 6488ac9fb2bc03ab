/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'error';
  readonly text: string;
  /** The action to take. */
  readonly fix?: string;
}

export const ok = (check: string, text: string): Finding => ({ check, state: 'ok', text });
export const warning = (check: string, text: string, fix: string): Finding => ({
  check,
  state: 'warning',
  text,
  fix,
});
export const error = (check: string, text: string, fix: string): Finding => ({
  check,
  state: 'error',
  text,
  fix,
});

type ResetToken = {
  token: string;
  /** Why a person has to choose a password: they asked for it, or verified the address of an account made elsewhere. */
  reason: 'asked' | 'verified';
};

let held: ResetToken | null = null;

/** The secret to choose a password with, in memory so that it appears in no address and no history. */
export const setResetToken = (value: ResetToken): void => {
  held = value;
};

export const getResetToken = (): ResetToken | null => held;

export const clearResetToken = (): void => {
  held = null;
};

let token: string | null = null;

/** The secret of a reset link, in memory so that it appears in no address and no history. */
export const setResetToken = (value: string): void => {
  token = value;
};

export const getResetToken = (): string | null => token;

export const clearResetToken = (): void => {
  token = null;
};

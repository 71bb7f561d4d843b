let token: string | null = null;

/** Holds the secret of a reset link between two pages: in memory, so that it is in no address and no history. */
export const keepResetToken = (value: string): void => {
  token = value;
};

export const heldResetToken = (): string | null => token;

export const dropResetToken = (): void => {
  token = null;
};

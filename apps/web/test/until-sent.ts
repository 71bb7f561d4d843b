import { fireEvent, waitFor } from '@testing-library/react';

/** Sends what waits without the pause in which a person may change more, as when the tab is looked at again. */
export const untilSent = (check: () => void) =>
  waitFor(
    () => {
      fireEvent(document, new Event('visibilitychange'));
      check();
    },
    { timeout: 3000 },
  );

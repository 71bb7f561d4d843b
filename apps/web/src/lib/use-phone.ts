import { useMediaQuery } from '@mantine/hooks';

/** The screens for which stylesheets say `max-width: 48em`. */
export const PHONE = '(max-width: 48em)';

/** Whether the screen is a phone, from the first render on. */
export const usePhone = (): boolean => useMediaQuery(PHONE, false, { getInitialValueInEffect: false });

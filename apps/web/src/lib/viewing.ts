let isOn = false;

/**
 * Whether an operator views as another person in this tab. What belongs to that person must not stay on the device of the
 * operator, so nothing is stored meanwhile.
 */
export const viewing = {
  isOn: (): boolean => isOn,
  set: (on: boolean): void => {
    isOn = on;
  },
};

import type { EnergyUnit } from '@stridewell/contract/units';

let unit: EnergyUnit = 'kcal';

/** Called with the session of the tab. */
export const followEnergyUnit = (wanted: EnergyUnit): void => {
  unit = wanted;
};

/** In which the signed-in person reads energy. The settings that change it show none. */
export const readerEnergyUnit = (): EnergyUnit => unit;

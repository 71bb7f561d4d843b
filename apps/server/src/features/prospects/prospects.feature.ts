import { defineFeature } from '../../core/feature.ts';
import { prospectsProcedures } from './prospects.procedures.ts';
import { followTouch } from './prospects.touch.service.ts';

export const prospects = defineFeature({
  name: 'prospects',
  procedures: { prospects: prospectsProcedures },
  onTouch: followTouch,
});

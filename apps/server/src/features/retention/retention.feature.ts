import { defineFeature } from '../../core/feature.ts';

export const retention = defineFeature({ name: 'retention' });

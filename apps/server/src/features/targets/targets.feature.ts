import { defineFeature } from '../../core/feature.ts';

export const targets = defineFeature({ name: 'targets' });

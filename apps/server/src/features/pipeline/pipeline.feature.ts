import { defineFeature } from '../../core/feature.ts';

export const pipeline = defineFeature({ name: 'pipeline' });

import { defineFeature } from '../../core/feature.ts';
import { messagesProcedures } from './messages.procedures.ts';

export const messages = defineFeature({
  name: 'messages',
  procedures: { messages: messagesProcedures },
});

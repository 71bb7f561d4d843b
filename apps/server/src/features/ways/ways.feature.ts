import { defineFeature } from '../../core/feature.ts';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { getClientWay, getOwnWay, saveScopeOfPractice, setClientWay, setOwnNumbers } from './ways.service.ts';

const ofClient = clientProcedure.ways;
const ofCoach = coachProcedure.ways;

const waysProcedures = {
  getOwnWay: ofClient.getOwnWay.handler(({ context: { scope, db } }) => db.readAtOnce(scope, getOwnWay)),

  setOwnNumbers: ofClient.setOwnNumbers.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => setOwnNumbers(tx, input, now), errors),
  ),

  getClientWay: ofCoach.getClientWay.handler(({ context, input }) =>
    context.db.readAtOnce(context.scope, (tx) => getClientWay(tx, input.clientId, context)),
  ),

  setClientWay: ofCoach.setClientWay.handler(({ context, input, errors }) =>
    context.db.write(context.scope, (tx) => setClientWay(tx, input, context), errors),
  ),

  saveScopeOfPractice: ofCoach.saveScopeOfPractice.handler(({ context, input }) =>
    context.db.write(context.scope, (tx) => saveScopeOfPractice(tx, input.prescribes, context)),
  ),
};

export const ways = defineFeature({ name: 'ways', procedures: { ways: waysProcedures } });

/** A coach's message and the client's answer. Neither names a figure or date, which could contradict the data. */
export type Exchange = readonly [coach: string, client: string];

/** Exchanges that belong together, in order. */
export const CHATS: readonly (readonly Exchange[])[] = [
  [['What was the hardest part of the week?', 'Getting up early, but I did it every time.']],
  [['I moved the long session to the weekend. Does that fit better?', 'Much better, thank you.']],
  [['How does the knee feel after the new warm-up?', 'No pain since then. I will keep doing it.']],
  [['Did the earlier bedtime work out?', 'Mostly. The phone stays outside the bedroom now.']],
  [
    [
      'Travel week ahead: two short hotel sessions are in your plan.\nNo equipment needed, 25 minutes each.',
      'Perfect. I will send you a note after the first one.',
    ],
  ],
  [['Your squats look ready for more weight. Shall we go up next time?', 'I was hoping you would say that!']],
  [['One thing to try: protein at breakfast, every day for a week.', 'Eggs or yoghurt, got it.']],
  [['How was the family weekend?', 'A big dinner, a long walk the day after. Back on plan now.']],
  [
    [
      'You wrote that Wednesdays are chaos. Want to skip them and train on Friday instead?',
      'Yes please. Fridays are quiet.',
    ],
  ],
  [['Is the new desk chair better for your back?', 'So much better. I stopped noticing it.']],
  [['Try the rows with a pause at the top this week.', 'Did that today. Half the weight, twice the effort.']],
  [['How did the first run outside go?', 'Slower than on the treadmill, and a lot more fun.']],
  [
    ['What is the one meal you never want to think about?', 'Lunch at work. I just need three options.'],
    ['Here are three lunches that travel well: lentil salad, chicken wrap, tofu bowl.', 'Wrap on repeat. Thank you.'],
  ],
  [['Any soreness left from the last session?', 'Only on the stairs. It will be gone by tomorrow.']],
  [
    [
      'Your form on the deadlift video is clean. Keep the bar closer on the way down.',
      'I felt that. I will film the next set too.',
    ],
  ],
  [['Would a morning slot suit you from next month on?', 'Seven is possible from Monday to Wednesday.']],
  [['You kept going through a rough month. That counts more than any single week.', 'I needed to hear that today.']],
  [
    ['Which exercise do you look forward to?', 'Kettlebell swings. Which one I dread, you know.'],
    ['Then split squats stay, but only two sets.', 'Deal.'],
  ],
  [
    ['How many steps does a normal office day have?', 'Not many. I could walk during calls.'],
    [
      'Walk during one call a day, that is all I ask for now.',
      'Started this morning. My colleagues got used to the noise.',
    ],
  ],
  [['Is your wrist still taped?', 'Taken off yesterday. Push-ups on the fists feel fine.']],
  [
    ['Are you hungry in the evenings?', 'Around nine, yes. I usually end up with crackers.'],
    ['Move the snack to five o’clock and see whether nine gets easier.', 'Works better than I thought.'],
  ],
  [['Did you get the bands I mentioned?', 'They arrived today. The green one is stronger than it looks.']],
  [['Take an easy week. You have earned it.', 'My legs say thank you.']],
  [
    ['What would make training on holiday worth it for you?', 'Twenty minutes before the others wake up.'],
    ['Here is a beach version: lunges, push-ups, planks, three rounds.', 'Three rounds done, sand everywhere.'],
  ],
  [
    ['How is the sleep during the night shifts?', 'In pieces. Short sessions are all I manage.'],
    ['Then short ones it is: 15 minutes, three times.', 'That I can do.'],
  ],
  [['Has your doctor answered about training?', 'Yes, everything is fine.']],
  [
    ['Your grip gives up before your back does. We add farmer walks.', 'Two shopping bags count, right?'],
    ['They count if they are heavy.', 'They are heavy.'],
  ],
  [['Tell me about the race plan: start slow, or with the group?', 'Slow. I learned that the hard way last time.']],
  [['How do the new shoes feel after two runs?', 'A bit stiff, no blisters.']],
  [
    ['Could you film your pull-up from the side?', 'Sent. The third one is ugly.'],
    ['The third one is honest. Two good ones, then negatives.', 'Negatives are brutal. I like them.'],
  ],
  [
    ['Do you eat before the early session?', 'Half a banana. More does not go down.'],
    ['Half a banana is fine. Add a glass of water.', 'Will do.'],
  ],
  [['Which day felt best this week?', 'The day off. Slept in, trained at noon, cooked for friends.']],
  [['What did you tell yourself when you wanted to stop?', 'That the next set is the last one. It was not.']],
  [
    ['Your gym closes for two weeks. Do you have dumbbells at home?', 'Two of ten kilos and a bench that wobbles.'],
    ['Leave out the bench. Floor press works just as well.', 'Floor press it is.'],
  ],
  [
    ['How is the shoulder when you reach overhead?', 'Fine up to the shelf, tight above it.'],
    ['Then presses stay below eye level for two weeks.', 'Good, I was careful anyway.'],
  ],
  [
    ['You skipped the stretching block. Too long or too boring?', 'Both. Five minutes would be fine.'],
    ['Five minutes, three stretches, after every session.', 'Done after both sessions so far.'],
  ],
  [['Want to try a class together with your partner?', 'He said yes before I finished the sentence.']],
  [
    ['What does your week look like before the move?', 'Boxes. Put me down for walks only.'],
    ['Walks only, and carry the boxes with a straight back.', 'Consider it done.'],
  ],
  [
    ['How did it feel to train without music?', 'Long. But I heard my breathing for once.'],
    ['Keep the breathing. You may have the music back.', 'Thank goodness.'],
  ],
  [
    ['Is the morning weigh-in stressing you?', 'A little. Twice a week would be easier.'],
    ['Twice a week is plenty. The trend does not need more.', 'That already feels lighter.'],
  ],
  [
    ['Your plan for the conference: hotel gym or room?', 'Room. The gym there has one bike.'],
    ['Then bring the long band and a towel.', 'Packed.'],
  ],
  [['Did you tell your running group about the break?', 'They want me back soon. So do I.']],
  [
    ['What do you cook when there is no time?', 'Frozen vegetables, eggs and hope.'],
    ['Add beans and it is a proper dinner.', 'Beans were better than hope.'],
  ],
];

/** Replies to check-ins in which most of the plan was done. */
export const REPLIES: readonly string[] = [
  'Thank you for the honest answers. We keep the plan as it is.',
  'A good week. Keep the same days, they work for you.',
  'This is what steady looks like. One more week like it.',
  'You noticed the right thing. I will adjust the warm-up.',
  'Well done. Leave one repetition in reserve on the last set.',
  'Nice work. Next week has one set more on the first day.',
  'Good. Keep breakfast the way it is, it clearly helps.',
  'That reads well. Sleep first, everything else follows.',
  'I like how you planned around your work. Do it again.',
  'Solid. Write down how the last set feels, I want to compare.',
  'Thanks for sending it on time. That makes planning easy.',
  'Everything is on track. The second block starts now.',
  'You did the unexciting things well. They are what counts.',
  'Keep the walks in. They are doing more than you think.',
  'Strong week. I have added a lighter day so that you recover.',
  'Good answers. We talk about the next goal in our call.',
  'I read this with a smile. Same plan, same effort.',
  'You are ahead of what we agreed. No need to hurry.',
  'Good to see. Drink a little more on training days.',
  'Consistency like this is rare. Enjoy it.',
  'Thank you. I have swapped one exercise, tell me how it feels.',
  'This is a week to remember when a slow one comes.',
  'Looks right to me. Take the rest day seriously.',
  'You handled a busy week well. Nothing to change.',
  'Good job. Film one set of squats for me, please.',
  'Clear and useful, thank you. The plan stays.',
];

/** Replies to check-ins in which much of the plan was skipped. */
export const REPLIES_TO_LOW: readonly string[] = [
  'A hard week happens. Pick the two sessions that matter most and leave the rest.',
  'Thank you for saying it plainly. I have made the plan shorter.',
  'No reason to make up for it. We start fresh with a lighter week.',
  'What got in the way most? We plan around it.',
];

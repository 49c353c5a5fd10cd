/** Folded. Articles, pronouns, prepositions, conjunctions, auxiliaries and question words. */
export const GERMAN_FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `ab aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes auch auf aus ausser bei beim bedeutet bekomme
  bekommt bevor bin bis bewirkt bist bitte da dabei dadurch dafur daher damit danach dann daran darauf daraus darf darfst darin daruber
  das dass davon davor dazu dein deine dem den denn der deren des dessen dich die dies diese diesem diesen dieser dieses dir doch
  dort du durch durfen ein eine einem einen einer eines einige er es etwa etwas euch euer fur gegen gibt hab habe haben hast hat
  hatte hatten heisst hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jene
  jetzt kann kannst kein keine keinem keinen keiner keines konnen konnte konnten lasse lassen lasst lautet man mehrere mein meine
  meinem meinen meiner mich mir mit muss musse mussen musst musste nach nicht nichts noch nun nur ob oder ohne schon sehr sein
  seine seinem seinen seiner selbst sich sie sind so sobald sofern solche soll sollen sollte sollten sondern sonst statt uber um
  und uns unser unter vom von vor wann war waren warum was weder weil welche welchem welchen welcher welches wem wen wenn wer
  werde werden weshalb wessen wie wieder wieso will wir wird wo wodurch wofur woher wohin wohl womit woran worauf woraus worin
  wovon wozu wurde wurden wollen wollte zu zum zur zwar zwischen`.split(/\s+/),
);

/** German function words that also occur in English, in names or in code, so that they do not identify German. */
export const AMBIGUOUS_IN_GERMAN: ReadonlySet<string> = new Set(
  `ab alle also am an art bin da das dem den der des die du er es fur gut hat her im in ins ja man mit nun ob so um war was
  will wen wo zu`.split(/\s+/),
);

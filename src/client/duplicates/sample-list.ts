/** An invented list, as an account might export it. The numbers are among those that nobody has. */
export const sampleList = `First Name,Last Name,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Birthday,Notes
Tunde,Adeyemi,tunde@adeyemi.example,,Mobile,+1 212 555 0143,,,,Work
Alva,Bergström,alva.b@mail.example,,Home,+46 8 555 0112,,,1961-05-09,Has our keys
Jonas,Brandt,,,Mobile,+49 30 5550188,,,,Choir
,"Brandt, J.",jonas@brandt.example,,,(030) 555-0188,,,1979-11-30,Tenor
Inês,Carvalho,ines@carvalho.example,,Mobile,+351 21 555 0147,,,1984-02-11,Godmother
I.,Carvalho,INES@carvalho.example,,Work,+351 21 555 0190,,,,
Tomás,Carvalho,tomas@carvalho.example,,Home,+351 21 555 0160,,,,
Mei-Ling,Chan,meiling@chan.example,,Work,(212) 555-0175,,,,
Mei Ling,Chan,ml.chan@mail.example,,,+1 212-555-0175,,,1990-07-23,New address in spring
Amadou,Diop,amadou@diop.example,,Mobile,+221 33 555 0129,,,,Choir
Maeve,Doyle,maeve@doyle.example,,Home,+353 1 555 0133,,,,Next door
Ruairí,Doyle,ruairi@doyle.example,,Home,+353 1 555 0133,,,,Next door
Jonathan,Reed,,,Mobile,+1 212 555 0121,,,,
Johnathan,Reed,j.reed@mail.example,,,,,,,Plumber
`;

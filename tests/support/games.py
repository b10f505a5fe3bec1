"""Small games that several test modules play."""

SOKOBAN = """
grid values=BPCW
goal G from=B to=C
legend "#"=W " "=B "-"=B "_"=B "@"=P "$"=C "."=G "*"=C+G "+"=P+G
level smallest {
    #####
    #@$.#
    #####
}
level "Claire" {
    #######
    #.@ # #
    #$* $ #
    #   $ #
    # ..  #
    #  *  #
    #######
}
level "On a goal" {
    ######
    #+ $ #
    #    #
    ######
}
level done {
    ####
    #@*#
    ####
}
on arrows:
    PCB -> BPC
    PB -> BP
win no C off G
"""

SLIDING = """
grid 3x3 values=_12345678
start {
    123
    456
    78_
}
one steps=20..21:
    for t in 12345678:
        _t -> t_
on arrows:
    for t in 12345678:
        _t -> t_
on click:
    for t in 12345678:
        t_ -> _t
win grid is start
"""

SNAKE = """
grid 9x7 values=_W►▼◄▲XFrdluRDLU
facing ►▼◄▲
facing rdlu
facing RDLU
put W at border
put ► at 4,3
once symmetry=none: __► -> Rr*
once: _ -> F
on arrows: [▲▼] -> ►
on tick:
    once:
        ►[_F] -> r►
        ►[WrdluRDLU] -> X*
    if no F:
        once: _ -> F
    else:
        once:
            for t T in rR dD lL uU:
                Rt -> _T
lose any X
"""
